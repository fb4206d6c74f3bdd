/** Starts the page. */

import { render } from "preact";
import { App } from "./app";
import { SourceGone } from "./sgpt/errors";
import { onKey } from "./state/commands";
import { followSelection } from "./state/derived";
import { followAddress, problem } from "./state/store";
import { showUnseen } from "./views/visible_text";
import { openFirst } from "./ways_in";
import "./style.css";

showUnseen();
followAddress();
followSelection();
addEventListener("keydown", onKey);
addEventListener("unhandledrejection", (event) => {
  if (!(event.reason instanceof SourceGone)) return; // a fault of the page's own stays one
  event.preventDefault();
  problem.value = event.reason.message;
});
render(<App />, document.getElementById("app")!);
void openFirst();
