import { createHash } from "node:crypto";
import { defineConfig, type Plugin } from "vite";
import { viteSingleFile } from "vite-plugin-singlefile";

const SCRIPT = /<script type="module"[^>]*>([\s\S]+?)<\/script>/;

/** The policy of the page: its own script by hash and no other, so a hostile name cannot run whatever it spells. */
function policyFor(html: string): string {
  const script = SCRIPT.exec(html)?.[1];
  if (script === undefined) throw new Error("the built page has no inline script");
  return [
    "default-src 'none'",
    `script-src 'sha256-${createHash("sha256").update(script).digest("base64")}'`,
    "style-src 'unsafe-inline'",
    "img-src data: blob:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
}

/** Runs last, on the one file that is left, and gives it the name it is shipped by. */
function contentSecurityPolicy(): Plugin {
  return {
    name: "content-security-policy",
    enforce: "post",
    generateBundle: {
      order: "post",
      handler(_options, bundle) {
        const page = bundle["index.html"];
        if (page?.type !== "asset") throw new Error("the build has no index.html");
        const html = String(page.source);
        page.source = html.replace("%CSP%", () => policyFor(html));
        page.fileName = "inspector.html";
      },
    },
  };
}

export default defineConfig({
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: { target: "es2022", outDir: "dist", reportCompressedSize: false, modulePreload: false },
  plugins: [viteSingleFile({ removeViteModuleLoader: true }), contentSecurityPolicy()],
});
