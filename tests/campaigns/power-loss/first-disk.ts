// A disk with an empty ext4 on it, as an installer would make it.
import { execFile } from 'node:child_process'
import { closeSync, openSync, readSync, rmSync } from 'node:fs'
import { promisify } from 'node:util'
import { CachedDisk } from './disk.ts'

const run = promisify(execFile)
const MIB = 1024 * 1024
/** Room for the spool's reserve, some thousand labels, and the journal. */
const DISK_MIB = 256

/** `draft`: a file for the moment; it is gone afterwards. */
export async function formattedDisk(draft: string): Promise<CachedDisk> {
  const disk = new CachedDisk(DISK_MIB * MIB)
  // Everything is written now, so that no kernel thread does it later, beside the labels.
  const options = 'lazy_itable_init=0,lazy_journal_init=0'
  await run('/sbin/mke2fs', ['-q', '-t', 'ext4', '-E', options, draft, `${DISK_MIB}M`])
  const file = openSync(draft, 'r')
  try {
    for (let at = 0; at < disk.bytes; at += MIB) {
      const part = Buffer.alloc(MIB)
      readSync(file, part, 0, MIB, at)
      // What is zero is so already, and costs no memory as long as nobody touches it.
      if (part.some((byte) => byte !== 0)) disk.write(at, part)
    }
  } finally {
    closeSync(file)
    rmSync(draft)
  }
  disk.flush()
  return disk
}
