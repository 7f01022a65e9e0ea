// The id of the job that prints a label of a prescription: whoever prints that label again finds the job.
import { nameUuid } from '@pharmacy-relay/shared/name-uuid.ts'

/** Of names that are ids of labels; made once, of random bits. */
const NAMESPACE = Buffer.from('5b0d7c1e3a6f4e52b9c4d18e70a2f693', 'hex')

export function labelJobId(labelId: string): string {
  return nameUuid(NAMESPACE, labelId)
}
