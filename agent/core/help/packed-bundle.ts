// The support bundle as it travels: packed, and with fewer lines of the log where it would be too large for one message.
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { MAX_PACKED_BYTES } from '@pharmacy-relay/shared/api/support/help-bundle.ts'
import { MAX_FILE_BYTES } from '@pharmacy-relay/shared/api/support/task-file.ts'

export interface PackedBundle {
  /** Of the text. */
  readonly sha256: string
  /** Base64 of at most 120,000 bytes. */
  readonly packed: string
}

const LOG_TITLE = '\n== Log, the newest last ==\n'
const LEFT_OUT = '[older lines were left out]\n'

/** The newest lines stay. Rejects with RangeError where all but the log is too large, which no bundle is. */
export async function packBundle(text: string): Promise<PackedBundle> {
  const [head = '', log = ''] = text.split(LOG_TITLE, 2)
  let lines = log.split('\n')
  for (let isWhole = true; ; isWhole = false) {
    const shown = isWhole ? text : `${head}${LOG_TITLE}${LEFT_OUT}${lines.join('\n')}`
    const plain = Buffer.from(shown)
    const packed = await promisify(gzip)(plain)
    if (packed.length <= MAX_PACKED_BYTES && plain.length <= MAX_FILE_BYTES)
      return { sha256: createHash('sha256').update(plain).digest('hex'), packed: packed.toString('base64') }
    if (lines.length <= 1) throw new RangeError('The support bundle is too large without its log')
    lines = lines.slice(Math.ceil(lines.length / 2))
  }
}
