// A folder that is gone after the test.
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'

export function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'agent-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
