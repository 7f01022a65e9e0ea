// Who was erased, beside the database: a backup of yesterday does not know it, and this list is read before it is served.
//
// A file a month, `erased-2026-11.txt`, one patient's id a line. Ids say nothing of a person.
import { mkdir, open, readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

/** Files of as many months are read: no backup is kept for so long. Removing older ones is the operator's, whose clock may be right. */
const KEPT_MONTHS = 13
const FILE = /^erased-(\d{4})-(\d{2})\.txt$/
const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export interface ErasureList {
  /** On the disk when it returns. */
  add(id: string): Promise<void>
  /** Everybody on the list, in no order. */
  read(): Promise<readonly string[]>
}

/** `folder` may be shared by several processes; it is made where it is missing. */
export function createErasureList(parts: { readonly folder: string; readonly now: () => Date }): ErasureList {
  const { folder, now } = parts
  return {
    add: async (id) => {
      await mkdir(folder, { recursive: true })
      const file = await open(path.join(folder, `erased-${now().toISOString().slice(0, 7)}.txt`), 'a', 0o600)
      try {
        // One write, which others do not get into. A line that was cut by a crash is ended by the next.
        await file.appendFile(`\n${id}\n`)
        await file.sync()
      } finally {
        await file.close()
      }
      await syncFolder(folder)
    },
    read: async () => {
      await mkdir(folder, { recursive: true })
      const kept = (await readdir(folder)).filter((name) => FILE.test(name) && isKept(name, now()))
      const texts = await Promise.all(kept.map(async (name) => readFile(path.join(folder, name), 'utf8')))
      return [...new Set(texts.flatMap((text) => text.split('\n').filter((line) => ID.test(line))))]
    },
  }
}

/** A new file's name is on the disk when its folder is. Windows has no such thing and needs none. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const opened = await open(folder, 'r')
  try {
    await opened.sync()
  } finally {
    await opened.close()
  }
}

function isKept(name: string, now: Date): boolean {
  const [, year = '', month = ''] = FILE.exec(name) ?? []
  const age = now.getUTCFullYear() * 12 + now.getUTCMonth() - (Number(year) * 12 + Number(month) - 1)
  return age < KEPT_MONTHS
}
