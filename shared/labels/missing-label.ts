// Which label of a prescription is known not to be on paper and not on its way there, so that another may be made in its place.
import type { PrescriptionLabel } from '../api/pharmacy/prescriptions.ts'

type Standing = Pick<PrescriptionLabel, 'state' | 'jobId' | 'isWithdrawn'>

/**
 * Its job failed or was cancelled, or no computer said that there is one: it ended between asking and printing, or could not
 * draw it. Where it has one after all, that learns with its next word that its label was withdrawn.
 */
export function isMissing({ state, jobId, isWithdrawn }: Standing): boolean {
  if (isWithdrawn) return false
  return state === 'failed' || state === 'cancelled' || (state === 'requested' && jobId === null)
}
