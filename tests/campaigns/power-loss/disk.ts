// A disk with a write cache, lent to QEMU by nbdkit: what was written and not flushed may be gone when the power fails.
//
// Real caches write sectors back in any order, so at the cut each sector of each unflushed write survives or not by the
// dice. What was flushed is never touched. The guest reads its own writes at once, as from a real cache.
import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync, rmSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import type { Dice } from '../../kit/dice.ts'
import { replay, type CutResult } from './replay.ts'

const run = promisify(execFile)
/** Room for the spool's reserve, some thousand labels, and the journal. */
const DISK_MIB = 256
const START_LIMIT_MS = 60_000
/** Of its exit codes: 1 repaired, 2 and the computer should start again, 3 both; from 4 on something is left. */
const E2FSCK_REPAIRED: ReadonlySet<unknown> = new Set([1, 2, 3])
const REPAIR_LIMIT_MS = 120_000
/** nbdkit runs one after the other; without FUA, a guest that wants a write safe has to flush. */
const REQUESTS = {
  thread_model: 'echo serialize_all_requests',
  get_size: 'stat -c %s seen',
  pread: 'dd if=seen iflag=skip_bytes,count_bytes skip=$4 count=$3 bs=1M status=none',
  pwrite:
    'echo "$3 $4" >> requests && tee -a written | dd of=seen conv=notrunc iflag=fullblock oflag=seek_bytes seek=$4 bs=1M status=none',
  can_fua: 'echo none',
  flush: 'echo flush >> requests',
}

export class CachedDisk {
  /** For QEMU, while it is lent. */
  readonly socket: string
  readonly #folder: string
  #server: ChildProcess | null = null
  #flushes = 0
  #repairs = 0

  private constructor(folder: string) {
    this.#folder = folder
    this.socket = path.join(folder, 'disk.sock')
  }

  /** With an empty ext4 on it, as an installer would make it. `folder`: its own. */
  static async formatted(folder: string): Promise<CachedDisk> {
    const disk = new CachedDisk(folder)
    // Everything is written now, so that no kernel thread does it later, beside the labels.
    const options = 'lazy_itable_init=0,lazy_journal_init=0'
    await run('/sbin/mke2fs', ['-q', '-t', 'ext4', '-E', options, disk.#file('stable'), `${DISK_MIB}M`])
    return disk
  }

  /** Those that it was asked for until the last cut. */
  get flushes(): number {
    return this.#flushes
  }

  /** How often its file system had to be repaired before it could be mounted. */
  get repairs(): number {
    return this.#repairs
  }

  /**
   * What a technician does when the system does not mount it after a cut: ext4's journal may end in a transaction of which some sectors
   * are there, and then the kernel takes it for damaged (JBD2). Nothing that was flushed is lost by it. Throws when e2fsck cannot.
   */
  async repair(): Promise<void> {
    await this.takeBack()
    const disk = this.#file('stable')
    const options = { timeout: REPAIR_LIMIT_MS }
    const fault: unknown = await run('/sbin/e2fsck', ['-f', '-y', disk], options).then(
      () => null,
      (error: unknown) => error,
    )
    const isRepaired =
      fault === null || (fault instanceof Error && 'code' in fault && E2FSCK_REPAIRED.has(fault.code))
    if (!isRepaired) throw new Error(`e2fsck did not repair ${disk}`, { cause: fault })
    this.#repairs += 1
  }

  /** Resolves when QEMU can connect. */
  async lend(): Promise<void> {
    for (const old of ['requests', 'written', 'seen', 'server.pid', 'disk.sock'])
      rmSync(this.#file(old), { force: true })
    await run('cp', ['--sparse=always', this.#file('stable'), this.#file('seen')])
    const scripts = Object.entries(REQUESTS).map(([name, text]) => `${name}=cd '${this.#folder}' && ${text}`)
    const nbdkit = ['nbdkit', '-f', '-U', this.socket, '-P', this.#file('server.pid'), 'eval', ...scripts]
    // It must not outlive this process, however that one ends.
    const log = openSync(this.#file('nbdkit.log'), 'a')
    const server = spawn('setpriv', ['--pdeathsig', 'KILL', ...nbdkit], { stdio: ['ignore', log, log] })
    closeSync(log)
    this.#server = server
    await until(
      'nbdkit lends the disk',
      () => {
        if (server.exitCode !== null)
          throw new Error(`nbdkit did not start. Its log: ${this.#file('nbdkit.log')}`)
        return existsSync(this.#file('server.pid'))
      },
      START_LIMIT_MS,
    )
  }

  /** Once QEMU is gone. `share`: how likely a sector that was not flushed is there all the same, 0 to 1. */
  async cut(share: number, dice: Dice): Promise<CutResult> {
    await this.takeBack()
    const cut = replay(this.#folder, () => dice.share() < share)
    this.#flushes += cut.flushes
    return cut
  }

  /** What is left of it is as it was at the last cut. */
  async takeBack(): Promise<void> {
    const server = this.#server
    this.#server = null
    if (server === null || server.exitCode !== null) return
    const ended = once(server, 'exit')
    // It ends the request that it is at, so no write is there in part.
    server.kill('SIGTERM')
    await ended
  }

  #file(name: string): string {
    return path.join(this.#folder, name)
  }
}
