// A folder as a printer: every label becomes one file, whole or not at all.
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import { randomUUID } from 'node:crypto'
import { access, constants, open, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { instant, type Clock } from '@pharmacy-relay/shared/clock.ts'
import type { PrinterBackend } from './printer-backend.ts'
import { writeFailure, type WriteOutcome } from './write-outcome.ts'

export interface FolderPrinterParts {
  /** The folders that are listed, as absolute paths. */
  readonly folders: () => readonly string[]
  readonly clock: Clock
}

export function createFolderPrinters({ folders, clock }: FolderPrinterParts): PrinterBackend {
  let files = 0
  return {
    kind: 'folder',
    way: 'one_way',
    proves: 'L0',
    list: async () =>
      folders().map((folder) => ({
        id: `folder:${folder}`,
        name: (path.basename(folder) || folder).slice(0, 200),
        detail: folder.slice(0, 200),
      })),
    status: async (folder) =>
      (await isUsable(folder))
        ? { state: 'present', reason: null }
        : { state: 'absent', reason: reason('folder_not_usable', {}) },
    leadsTo: async () => null,
    print: async ({ address: folder, payload }) => {
      if (!path.isAbsolute(folder)) return writeFailure('address_not_usable', false, 'not an absolute path')
      files += 1
      // Sorts by time; the number keeps labels of one millisecond in order, the rest keeps programs apart.
      const stamp = instant(clock.wallMs()).replaceAll(/[-:.]/g, '')
      const name = `${stamp}-${String(files).padStart(6, '0')}-${randomUUID().slice(0, 8)}.prn`
      return writeFileWhole(folder, name, payload)
    },
  }
}

async function isUsable(folder: string): Promise<boolean> {
  if (!path.isAbsolute(folder)) return false
  try {
    await access(folder, constants.W_OK)
    return (await stat(folder)).isDirectory()
  } catch {
    return false
  }
}

async function writeFileWhole(folder: string, name: string, payload: Uint8Array): Promise<WriteOutcome> {
  const temporary = path.join(folder, `.${name}.part`)
  let isRenamed = false
  try {
    await writeDurably(temporary, payload)
    await rename(temporary, path.join(folder, name))
    isRenamed = true
    await syncFolder(folder)
    return { ok: true }
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined)
    return writeFailure('file_not_written', isRenamed, codeOf(error))
  }
}

async function writeDurably(file: string, payload: Uint8Array): Promise<void> {
  const handle = await open(file, 'wx', 0o600)
  try {
    await handle.writeFile(payload)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Windows cannot open a folder, and keeps renames without it. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'failed'
}
