// The notes on labels at the printer, in memory: they outlive a crash of the process, and a power cut where a test lets them.
import {
  leftOf,
  type LeftTry,
  type NotedOutcome,
  type NotedTry,
  type Notes,
  type OpenTry,
  type Progress,
} from '../store/progress.ts'

interface NotedDisk {
  notes: Notes | null
}

/** As the file of the real store (progress-file.ts). */
export class MemoryProgress implements Progress {
  static #runs = 0
  readonly run = `run-${(MemoryProgress.#runs += 1)}`
  awaitsDisk = false
  readonly #disk: NotedDisk
  readonly #isDead: () => boolean
  readonly #before: Notes | null

  constructor(disk: NotedDisk, isDead: () => boolean) {
    this.#disk = disk
    this.#isDead = isDead
    this.#before = disk.notes
  }

  start(): void {
    if (!this.#isDead() && this.#disk.notes?.run !== this.run)
      this.#disk.notes = { run: this.run, begun: [], ended: [] }
  }

  begin(one: NotedTry, isAnew: boolean): void {
    // A dead process sends nothing.
    if (this.#isDead()) throw new Error('The process is dead')
    const { notes } = this.#disk
    this.awaitsDisk = true
    const goesOn = !isAnew && notes?.run === this.run
    this.#disk.notes = goesOn
      ? { ...notes, begun: [...notes.begun, one] }
      : { run: this.run, begun: [one], ended: [] }
  }

  end(one: Pick<NotedTry, 'jobId' | 'attempt'>, outcome: NotedOutcome | null): void {
    const { notes } = this.#disk
    if (this.#isDead() || notes === null) return
    this.awaitsDisk = false
    this.#disk.notes = { ...notes, ended: [...notes.ended, { ...one, outcome }] }
  }

  left(one: OpenTry): LeftTry {
    return leftOf(this.#before, one)
  }
}
