// Files that go with a request for help, as they are kept: the support bundle, and the masked picture of a label.
import { createHash } from 'node:crypto'
import { MAX_PACKED_BYTES } from '@pharmacy-relay/shared/api/support/help-bundle.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import type { AgentParams } from '../../contract/agent-api.ts'
import { bundleFileName } from '../../contract/support.ts'
import type { KeptFile } from './kept-help.ts'
import { packBundle } from './packed-bundle.ts'

/** `at`: now, as an instant. */
export async function bundleFile(text: string, at: string): Promise<KeptFile> {
  return { kind: 'bundle', fileName: bundleFileName(at), ...(await packBundle(text)) }
}

/**
 * Exactly what the person saw when he said yes. Throws ProblemError state_conflict when it is drawn otherwise by now, too_large beyond
 * 120,000 bytes.
 */
export function labelFile(
  png: Uint8Array,
  { sha256, consentText }: Pick<AgentParams<'sendLabelToHelp'>, 'sha256' | 'consentText'>,
  at: string,
): KeptFile {
  if (png.length > MAX_PACKED_BYTES)
    throw new ProblemError('too_large', 'The picture is too large to be sent')
  if (createHash('sha256').update(png).digest('hex') !== sha256)
    throw new ProblemError('state_conflict', 'The picture is not the one that was shown')
  const content = Buffer.from(png).toString('base64')
  const fileName = `masked-label-${at.slice(0, 19).replaceAll(/[T:]/g, '-')}.png`
  return { kind: 'label', fileName, sha256, content, consentAt: at, consentText }
}
