/** Starts the page. */

import { render } from "preact";
import { App } from "./app";
import { onKey } from "./state/commands";
import { followSelection } from "./state/derived";
import { followAddress } from "./state/store";
import { openFirst } from "./ways_in";
import "./style.css";

followAddress();
followSelection();
addEventListener("keydown", onKey);
render(<App />, document.getElementById("app")!);
void openFirst();
