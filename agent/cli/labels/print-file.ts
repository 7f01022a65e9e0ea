// Reads the label that `agent print` hands over.
import { readFileSync } from 'node:fs'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'

/** `file`: a path, or `-` for standard input. Throws ProblemError not_found when it cannot be read. */
export function readPayload(file: string): Buffer {
  try {
    return readFileSync(file === '-' ? 0 : file)
  } catch (error) {
    throw new ProblemError('not_found', `${file} cannot be read: ${textOf(error)}`, { cause: error })
  }
}

function textOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : null
  if (code === 'ENOENT') return 'there is no such file'
  if (code === 'EISDIR') return 'it is a folder'
  return error instanceof Error ? error.message : 'for an unknown reason'
}
