/** Which component draws which view. */

import type { FunctionComponent } from "preact";
import type { ViewName } from "../state/view_state";
import { StatisticsView } from "./statistics";

export function viewOf(_view: ViewName): FunctionComponent {
  return StatisticsView;
}
