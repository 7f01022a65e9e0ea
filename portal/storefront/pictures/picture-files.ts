// The files of pictures, fetched through the gateway and kept in memory: a file of a hash never changes.
import { pictureFile, type PictureSize } from '@pharmacy-relay/shared/api/shop/pictures.ts'
import type { UpstreamApi } from '../../upstream.ts'

export interface PictureName {
  readonly hash: string
  readonly size: PictureSize
}

/** Of all files together, in bytes; those that were not asked for the longest go first. */
const MAX_BYTES = 32 * 1_048_576

export class PictureFiles {
  readonly #store: UpstreamApi
  readonly #maxBytes: number
  readonly #files = new Map<string, Uint8Array>()
  readonly #underWay = new Map<string, Promise<Uint8Array>>()
  #bytes = 0

  constructor({ store, maxBytes = MAX_BYTES }: { readonly store: UpstreamApi; readonly maxBytes?: number }) {
    this.#store = store
    this.#maxBytes = maxBytes
  }

  /** Those who come at the same time share one call. Throws ProblemError, `not_found` among them. */
  async file(name: PictureName): Promise<Uint8Array> {
    const key = `${name.hash}/${name.size}`
    const kept = this.#files.get(key)
    if (kept !== undefined) {
      this.#files.delete(key)
      this.#files.set(key, kept)
      return kept
    }
    const underWay = this.#underWay.get(key) ?? this.#fetch(name, key)
    this.#underWay.set(key, underWay)
    return await underWay
  }

  async #fetch({ hash, size }: PictureName, key: string): Promise<Uint8Array> {
    try {
      const params = { hash, file: `${size}.webp` as const }
      const bytes = await this.#store.asService(pictureFile, { params, query: null, body: null })
      this.#keep(key, bytes)
      return bytes
    } finally {
      this.#underWay.delete(key)
    }
  }

  #keep(key: string, bytes: Uint8Array): void {
    this.#files.set(key, bytes)
    this.#bytes += bytes.length
    for (const [oldest, { length }] of this.#files) {
      if (this.#bytes <= this.#maxBytes) break
      this.#files.delete(oldest)
      this.#bytes -= length
    }
  }
}
