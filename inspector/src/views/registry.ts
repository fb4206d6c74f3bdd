/** Which component draws which view. */

import type { FunctionComponent } from "preact";
import type { ViewName } from "../state/view_state";
import { CaptureView } from "./capture_view";
import { CompareView } from "./compare";
import { ResourcesView } from "./resources";
import { StatisticsView } from "./statistics";
import { StructureView } from "./structure";
import { TimelineView } from "./timeline";

const DRAWN: Record<ViewName, FunctionComponent> = {
  timeline: TimelineView,
  statistics: StatisticsView,
  structure: StructureView,
  resources: ResourcesView,
  compare: CompareView,
  capture: CaptureView,
};

export function viewOf(view: ViewName): FunctionComponent {
  return DRAWN[view];
}
