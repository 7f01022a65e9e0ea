// One printer beside one agent's way of a label, with a spool of its own: runs one label after the other into trouble.
import { hasReason } from '@pharmacy-relay/shared/reasons/reason.ts'
import { reasonDetail } from '@pharmacy-relay/shared/reasons/reason-text.ts'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'
import { armedFailpoints } from '../../../agent/core/failpoints/armed.ts'
import { createSealer } from '../../../agent/core/keys/sealer.ts'
import { noLink } from '../../../agent/core/printing/link-port.ts'
import { LabelPath } from '../../../agent/core/app/label-path.ts'
import { isUnderWay } from '../../../agent/core/spool/rules/job-states.ts'
import { openSpoolStore, type StoredSpool } from '../../../agent/core/spool/store/open-spool-store.ts'
import { createTestPrinter, type TestPrinter } from '../../../agent/test-printer/label-printer.ts'
import { passes } from './hastened-clock.ts'
import { serialIn, type SweptLabel } from './labels.ts'
import type { Trouble } from './troubles.ts'
import type { Paper, Place, Run } from './verdict.ts'

export interface Task {
  readonly serial: number
  readonly label: SweptLabel
  readonly trouble: Trouble
  readonly position: number
}

interface Ended {
  readonly task: Task
  readonly jobId: string
  readonly isReached: boolean
}

/**
 * Long enough for the longest pause after labels that failed, and then the look at an idle printer, which makes its counter
 * known to the next label.
 */
const REST_MS = 45_000
/** An agent that keeps its rules has given up a label by then. */
const GIVEN_UP_MS = 200_000
const LOOK_AGAIN_MS = 1_000
/** Before the agent lets a label expire. */
const END_LIMIT_MS = 25 * 60_000
/** So many labels make the printer's language known. */
const FIRST_LABELS = 2

export class Station {
  readonly #clock: Clock
  readonly #printer: TestPrinter
  readonly #store: StoredSpool
  readonly #path: LabelPath
  readonly #folder: string
  readonly #ended: Ended[] = []
  #onReach: () => void = () => undefined

  private constructor(parts: {
    readonly clock: Clock
    readonly printer: TestPrinter
    readonly store: StoredSpool
    readonly folder: string
  }) {
    this.#clock = parts.clock
    this.#printer = parts.printer
    this.#store = parts.store
    this.#folder = parts.folder
    this.#path = new LabelPath({
      store: parts.store,
      clock: parts.clock,
      random: Math.random,
      logger: silentLogger,
      extraPrinters: () => [],
      link: noLink,
      failpoints: armedFailpoints(process.env),
    })
    parts.printer.faults.onReach(() => this.#onReach())
  }

  /** Prints two labels like `label`, so that the agent knows the printer's language as it would at a pharmacy. */
  static async open(clock: Clock, label: SweptLabel): Promise<Station> {
    const folder = mkdtempSync(path.join(tmpdir(), 'relay-sweep-'))
    const store = await openSpoolStore({
      folder,
      clock,
      sealer: createSealer(randomBytes(32)),
      logger: silentLogger,
    })
    const printer = createTestPrinter()
    await printer.start()
    const station = new Station({ clock, printer, store, folder })
    await station.#begin(label)
    return station
  }

  /** Resolves once the label has come to an end that stays, and the printer is well again. */
  async run(task: Task): Promise<void> {
    const { label, serial, trouble, position } = task
    const { faults } = this.#printer
    await this.#rest()
    let isReached = false
    const reached = new Promise<void>((resolve) => {
      this.#onReach = () => {
        isReached = true
        resolve()
      }
    })
    await faults.set(trouble.faults(position))
    const printing = this.#path.spool.printAndWait(label.numbered(serial), END_LIMIT_MS)
    await Promise.race([reached, printing])
    if (trouble.lastsMs === null) await Promise.race([printing, passes(this.#clock, GIVEN_UP_MS)])
    else if (isReached) await passes(this.#clock, trouble.lastsMs)
    if (trouble.endsBySwitch) await faults.set({ powerOff: true })
    await faults.clear()
    const { id: jobId } = await printing
    await this.#isJudged(jobId)
    this.#ended.push({ task, jobId, isReached })
  }

  /** What the agent claims in the end, and what is on the roll. */
  async books(): Promise<{ readonly runs: Run[]; readonly papers: Paper[] }> {
    await this.#rest()
    const runs: Run[] = []
    for (const ended of this.#ended) runs.push(await this.#claim(ended))
    return { runs, papers: this.#papers() }
  }

  async close(): Promise<void> {
    await this.#path.stop()
    await this.#store.close()
    await this.#printer.stop()
    rmSync(this.#folder, { recursive: true, force: true })
  }

  async #begin(label: SweptLabel): Promise<void> {
    await this.#path.start()
    const printer = `tcp:127.0.0.1:${this.#printer.rawPort}`
    await this.#path.setup.apply({ role: 'Server', printer, target: null, listen: null })
    for (let n = 0; n < FIRST_LABELS; n += 1)
      await this.#path.spool.printAndWait(label.numbered(0), END_LIMIT_MS)
  }

  /** Until the printer has nobody to serve, so that the trouble meets the label and not a question before it. */
  async #rest(): Promise<void> {
    do await passes(this.#clock, REST_MS)
    while (this.#printer.state() !== 'ready')
  }

  /** Until the printer has said what became of a label in doubt, and that one has come out if it is sent again. */
  async #isJudged(jobId: string): Promise<void> {
    for (;;) {
      const { job } = await this.#path.spool.trace(jobId)
      if (!isUnderWay(job.state) && !hasReason(job.reasons, 'being_asked')) return
      await passes(this.#clock, LOOK_AGAIN_MS)
    }
  }

  async #claim({ task, jobId, isReached }: Ended): Promise<Run> {
    const { serial, label, trouble, position } = task
    const { job, code, evidence, steps } = await this.#path.spool.trace(jobId)
    return {
      serial,
      label: label.name,
      trouble: trouble.name,
      position,
      place: placeOf(label, position),
      isReached,
      isAmbiguous: isAmbiguous(trouble, isReached),
      copies: label.copies,
      state: job.state,
      code,
      evidence,
      way: steps.map(({ state, reasons }) =>
        reasons.length === 0 ? state : `${state} (${reasonDetail(reasons)})`,
      ),
    }
  }

  #papers(): Paper[] {
    const labels = new Map(this.#ended.map(({ task: { serial, label } }) => [serial, label]))
    return this.#printer.roll.entries().flatMap(({ n, language, labelsPrinted }) => {
      const payload = this.#printer.roll.payload(n)
      const serial = payload === null ? null : serialIn(payload)
      const label = serial === null ? undefined : labels.get(serial)
      if (payload === null || serial === null || label === undefined) return []
      const isWhole = payload
        .subarray(0, label.endsAt)
        .equals(label.numbered(serial).subarray(0, label.endsAt))
      return [{ serial, isWhole, labels: language === 'zpl' ? labelsPrinted : label.copies }]
    })
  }
}

function isAmbiguous({ isAmbiguousFrom }: Trouble, isReached: boolean): boolean {
  return isAmbiguousFrom === 'the start' || (isAmbiguousFrom === 'its byte' && isReached)
}

function placeOf({ endsAt }: SweptLabel, position: number): Place {
  if (position === 0) return 'before the first byte'
  return position < endsAt ? 'inside' : 'behind the end'
}
