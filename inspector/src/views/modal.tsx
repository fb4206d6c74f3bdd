/** A dialog over the page: the keyboard stays in it, Escape closes it, and focus comes back to where it was. */

import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { dialog } from "../state/commands";

export function Modal({ label, children }: { label: string; children: ComponentChildren }) {
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    ref.current!.showModal();
    return () => before instanceof HTMLElement && before.focus();
  }, []);
  return (
    <dialog ref={ref} aria-label={label} onClose={() => (dialog.value = null)}>
      <h2>{label}</h2>
      {children}
      <button autofocus onClick={() => (dialog.value = null)}>
        Close
      </button>
    </dialog>
  );
}
