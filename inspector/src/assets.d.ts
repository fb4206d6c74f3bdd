/** What the bundler turns into something else. */
declare module "*.css";
