/** What a capture can be wrong with. The message is shown as it is. */

/** The bytes are no capture, or one that this page cannot read at all. */
export class CaptureError extends Error {
  override name = "CaptureError";
}

/** A payload that does not say what its type promises; what holds it is lost, the rest is not. */
export class Malformed extends Error {
  override name = "Malformed";
}

/** `length` bytes from `offset` on that could not be read, and why. */
export interface Lost {
  readonly offset: number;
  readonly length: number;
  readonly reason: string;
}

/** Where the bytes came from gives none any more: the server ended, or the file was changed or removed. */
export class SourceGone extends Error {
  override name = "SourceGone";

  constructor(source: string, cause: unknown) {
    super(`${source} cannot be read any more: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}

/** A directory that cannot be used: which bytes are to blame, and what would explain it if that is damaged too. */
export class Untrusted extends Error {
  override name = "Untrusted";

  constructor(
    message: string,
    readonly offset = 8, // the header's flags and pointer
    readonly length = 24,
    readonly suspect = offset,
  ) {
    super(message);
  }
}
