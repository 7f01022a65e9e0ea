// Keeps the launcher's state whole through crashes: written beside, flushed, renamed.
import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { readState, type LauncherState } from './launcher-state.ts'

const READ_AGAIN_MS = 20
/** For an agent, which does nothing else meanwhile; what the launcher's own writing on Windows takes. */
const READ_LIMIT_MS = 60

/** Null when there is none, it is damaged, or it cannot be read for `limitMs`; until then it is tried again, and waited. */
export function loadState(file: string, limitMs = READ_LIMIT_MS): LauncherState | null {
  const limit = performance.now() + limitMs
  for (;;) {
    try {
      return readState(readFileSync(file, 'utf8'))
    } catch (error) {
      const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
      if (isMissing || performance.now() > limit) return null
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, READ_AGAIN_MS)
    }
  }
}

/** Safe on the disk when it returns. Throws when it cannot be written; the one before is then still there. */
export function saveState(file: string, state: LauncherState): void {
  writeWhole(file, `${JSON.stringify(state, null, 1)}\n`)
}

/** Safe on the disk when it returns; whoever reads sees the text before or this one, whole. */
export function writeWhole(file: string, text: string): void {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
  const draft = `${file}.new`
  const descriptor = openSync(draft, 'w', 0o600)
  try {
    // All of it: writeSync may write a part on a disk that is nearly full, and say nothing.
    writeFileSync(descriptor, text)
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
  renameSync(draft, file)
  flushFolder(path.dirname(file))
}

/** So that names outlive a power cut too. Windows has no such call, and keeps names in order by itself. */
export function flushFolder(folder: string): void {
  if (process.platform === 'win32') return
  const descriptor = openSync(folder, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
