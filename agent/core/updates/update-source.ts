// The publisher as the agent knows him: his server, his keys, and what he signed last.
import type { KeyObject } from 'node:crypto'
import { getWhole } from './http-get.ts'
import { Manifest, MANIFEST_FILE, MAX_MANIFEST_BYTES, SIGNATURE_FILE } from './manifest.ts'
import { isSigned } from './signature.ts'
import { UpdateError } from './update-error.ts'

export interface SourceParts {
  /** Of this platform, without a slash at its end. */
  readonly baseUrl: string
  readonly keys: readonly KeyObject[]
  readonly localAddress: string | null
  readonly signal: AbortSignal
}

const MAX_SIGNATURE_BYTES = 1_024

/** Nothing of it is read before its signature was checked. Throws UpdateError unreachable, unsigned, not_understood. */
export async function signedManifest(parts: SourceParts): Promise<Manifest> {
  // The publisher may have changed one of the two files between our questions.
  const text = (await signedText(parts)) ?? (await signedText(parts))
  if (text === null) throw new UpdateError('unsigned', 'no known key of the publisher signed the manifest')
  const manifest = Manifest.safeParse(parsedJson(text))
  if (manifest.success) return manifest.data
  const [issue] = manifest.error.issues
  throw new UpdateError('not_understood', `${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`)
}

async function signedText({ baseUrl, keys, ...way }: SourceParts): Promise<Buffer | null> {
  const text = await getWhole({ ...way, url: `${baseUrl}/${MANIFEST_FILE}`, maxBytes: MAX_MANIFEST_BYTES })
  const signature = await getWhole({
    ...way,
    url: `${baseUrl}/${SIGNATURE_FILE}`,
    maxBytes: MAX_SIGNATURE_BYTES,
  })
  return isSigned(text, signature.toString('latin1'), keys) ? text : null
}

function parsedJson(text: Buffer): unknown {
  try {
    return JSON.parse(text.toString('utf8'))
  } catch {
    return null
  }
}
