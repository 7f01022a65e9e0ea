// Payloads that come over the control socket in parts, because a line is shorter than a label may be.
import type { Cancel, Clock } from '@pharmacy-relay/shared/clock.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'

export interface UploadPart {
  readonly upload: string
  readonly data: string
  readonly isLast: boolean
}

export const UPLOAD_LIMITS = { uploads: 4, bytes: 5 * 1_048_576, idleMs: 30_000 }

interface Upload {
  readonly parts: Buffer[]
  bytes: number
  forget: Cancel
}

export class Uploads {
  readonly #clock: Clock
  readonly #uploadById = new Map<string, Upload>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** The whole payload with its last part, null before. Throws ProblemError too_large and unavailable. */
  add({ upload: id, data, isLast }: UploadPart): Uint8Array | null {
    const upload = this.#uploadById.get(id) ?? this.#begin(id)
    const part = Buffer.from(data, 'base64')
    upload.forget()
    upload.bytes += part.length
    upload.parts.push(part)
    if (upload.bytes > UPLOAD_LIMITS.bytes) {
      this.#forget(id)
      throw new ProblemError('too_large', `A label may have at most ${UPLOAD_LIMITS.bytes} bytes`)
    }
    if (isLast) {
      const payload = Buffer.concat(upload.parts)
      this.#forget(id)
      return payload
    }
    upload.forget = this.#clock.after(UPLOAD_LIMITS.idleMs, () => this.#forget(id))
    return null
  }

  /** Forgets what is not whole. */
  stop(): void {
    for (const [id, { forget }] of this.#uploadById) {
      forget()
      this.#forget(id)
    }
  }

  /** Overwrites what came: it is on a label. */
  #forget(id: string): void {
    for (const part of this.#uploadById.get(id)?.parts ?? []) part.fill(0)
    this.#uploadById.delete(id)
  }

  #begin(id: string): Upload {
    if (this.#uploadById.size >= UPLOAD_LIMITS.uploads)
      throw new ProblemError('unavailable', 'Too many labels are being handed over at once')
    const upload: Upload = { parts: [], bytes: 0, forget: () => undefined }
    this.#uploadById.set(id, upload)
    return upload
  }
}
