/** Components that follow signals. */

import { effect, type ReadonlySignal } from "@preact/signals-core";
import { useEffect, useReducer } from "preact/hooks";

/** The value of a signal; the component is drawn again when it changes. */
export function useSignal<T>(signal: ReadonlySignal<T>): T {
  const [, again] = useReducer((count: number) => count + 1, 0);
  useEffect(
    () =>
      effect(() => {
        signal.value; // reading it here is what subscribes
        again(undefined);
      }),
    [signal],
  );
  return signal.peek();
}
