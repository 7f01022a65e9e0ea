// Hands one file over to the running agent, in parts that fit into a line.
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { MAX_UPLOAD_PART_BYTES } from '@pharmacy-relay/shared/agent-api.ts'
import type { PrintJob } from '@pharmacy-relay/shared/print-job.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { askAgent } from './control-client.ts'

/** `file`: a path, or `-` for standard input. Throws ProblemError not_found when it cannot be read. */
export function readPayload(file: string): Buffer {
  try {
    return readFileSync(file === '-' ? 0 : file)
  } catch (error) {
    throw new ProblemError('not_found', `${file} cannot be read: ${wordsOf(error)}`, { cause: error })
  }
}

/** Throws NotRunningError, or ProblemError with the agent's code. */
export async function printPayload(controlSocket: string, payload: Uint8Array): Promise<PrintJob> {
  const upload = randomUUID()
  for (let from = 0; ; from += MAX_UPLOAD_PART_BYTES) {
    const part = payload.subarray(from, from + MAX_UPLOAD_PART_BYTES)
    const isLast = from + part.length >= payload.length
    const data = Buffer.from(part).toString('base64')
    const job = await askAgent(controlSocket, 'print', { upload, data, isLast })
    if (job !== null) return job
    if (isLast) throw new ProblemError('internal', 'The agent did not say what became of the label')
  }
}

function wordsOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : null
  if (code === 'ENOENT') return 'there is no such file'
  if (code === 'EISDIR') return 'it is a folder'
  return error instanceof Error ? error.message : 'for an unknown reason'
}
