/** Which component draws which view. */

import type { FunctionComponent } from "preact";
import type { ViewName } from "../state/view_state";
import { StatisticsView } from "./statistics";
import { TimelineView } from "./timeline";

const DRAWN: Partial<Record<ViewName, FunctionComponent>> = {
  timeline: TimelineView,
  statistics: StatisticsView,
};

export function viewOf(view: ViewName): FunctionComponent {
  return DRAWN[view] ?? StatisticsView;
}
