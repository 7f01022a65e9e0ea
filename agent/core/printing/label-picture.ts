// A picture of what is on a label, for a person at this computer who asks for it: drawn in memory, never kept.
import { MAX_PICTURE_BYTES } from '../../contract/agent-api.ts'
import type { PrintJob } from '@pharmacy-relay/shared/print-job.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { labelText } from '../../drawing/label-size.ts'
import type { LabelDrawer } from '../../drawing/label-drawer.ts'
import { maskedLabel } from './masked-label.ts'
import { jobView } from '../spool/view/job-view.ts'
import { findJob, payloadGone } from '../spool/rules/refusals.ts'
import type { SpoolStore } from '../spool/store/spool-store.ts'

export interface LabelPictureParts {
  readonly store: Pick<SpoolStore, 'find' | 'payload'>
  readonly drawer: Pick<LabelDrawer, 'draw'>
}

export interface LabelPicture {
  readonly job: PrintJob
  /** Its first label. */
  readonly png: Uint8Array
}

/**
 * `ref`: number or id. `isMasked`: with nothing of what is written on it.
 * Throws ProblemError not_found, not_supported (no ZPL), state_conflict (not kept any more), invalid
 * (cannot be drawn), too_large, upstream_timeout, unavailable.
 */
export async function labelPicture(
  ref: string,
  { store, drawer }: LabelPictureParts,
  isMasked = false,
): Promise<LabelPicture> {
  const row = await findJob(store, ref)
  if (row.language !== 'zpl')
    throw new ProblemError(
      'not_supported',
      `There is no picture of labels in this language; label ${row.number} is no ZPL`,
    )
  const payload = await store.payload(row.id)
  if (payload === null) throw payloadGone(row)
  try {
    const plain = Buffer.from(payload.buffer, payload.byteOffset, payload.byteLength)
    const png = await drawer.draw(isMasked ? Buffer.from(maskedLabel(labelText(plain))) : plain)
    if (png.byteLength > MAX_PICTURE_BYTES)
      throw new ProblemError(
        'too_large',
        `The picture of label ${row.number} has more than ${MAX_PICTURE_BYTES} bytes`,
      )
    return { job: jobView(row), png }
  } finally {
    payload.fill(0)
  }
}
