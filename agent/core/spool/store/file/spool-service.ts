// The thread's side: collects questions while a transaction is flushed, and answers each after it.
import type { MessagePort } from 'node:worker_threads'
import type { LogFields, Logger } from '@pharmacy-relay/shared/logger.ts'
import { causeOf } from '@pharmacy-relay/shared/logger.ts'
import { GroupCommit, type GroupCommitParts } from './group-commit.ts'
import { LATEST_MS } from './counts/hour-counts.ts'
import type { Answers, LogLine, Outcome, Question } from '../operations.ts'
import { isAwaitedCommit } from '../patience.ts'
import { SpoolDisk } from './spool-disk.ts'
import type { SpoolSetup } from './spool-setup.ts'

/**
 * On a slow disk with several labels under way, what answers set off comes just after the next flush began and waits
 * for two. A moment's patience puts it into that one; a label that is alone never waits.
 */
const SLOW_MS = 2
const GATHER_MS = 1

/** Serves until it is asked to close. */
export function serveSpool(port: MessagePort, setup: SpoolSetup, commit: GroupCommitParts['commit']): void {
  const logger = portLogger(port)
  const disk = new SpoolDisk(setup, logger)
  const group = new GroupCommit({ disk, limits: setup.limits, logger, commit })
  let counting: NodeJS.Timeout | null = null
  const countLater = (): void => {
    if (!group.isCounting) return
    counting ??= setTimeout(() => {
      counting = null
      if (group.isCounting) group.run([])
    }, LATEST_MS).unref()
  }
  let waiting: Question[] = []
  let isWorthGathering = false
  const turns = new CommitTurns(() => {
    const questions = waiting
    waiting = []
    const startedMs = performance.now()
    const outcomes = group.run(questions.map(({ operation }) => operation))
    const isTogether = questions.filter(({ operation }) => isAwaitedCommit(operation)).length > 1
    isWorthGathering = isTogether && performance.now() - startedMs >= SLOW_MS
    countLater()
    const isClosing = questions.some(({ operation }) => operation.kind === 'close')
    if (isClosing) disk.close()
    port.postMessage(answersTo(questions, outcomes))
    if (isClosing) port.close()
  })
  // Everything that came during a flush is handed over before the next immediate runs.
  port.on('message', (questions: readonly Question[]) => {
    waiting.push(...questions)
    if (isWorthGathering) turns.after(GATHER_MS)
    else turns.next()
  })
}

/** When the next commit begins: the soonest of what was asked for. */
class CommitTurns {
  readonly #commit: () => void
  #isNext = false

  constructor(commit: () => void) {
    this.#commit = commit
  }

  next(): void {
    if (!this.#isNext) setImmediate(() => this.#run())
    this.#isNext = true
  }

  after(delayMs: number): void {
    if (!this.#isNext) setTimeout(() => this.#run(), delayMs)
    this.#isNext = true
  }

  #run(): void {
    this.#isNext = false
    this.#commit()
  }
}

function answersTo(questions: readonly Question[], outcomes: readonly Outcome[]): Answers {
  const answers = questions.flatMap(({ number }, index) => {
    const outcome = outcomes[index]
    return outcome === undefined ? [] : [{ number, ...outcome }]
  })
  return { kind: 'answers', answers }
}

function portLogger(port: MessagePort): Logger {
  const line = (level: LogLine['level'], event: string, fields: LogFields): void =>
    port.postMessage({ kind: 'log', level, event, fields } satisfies LogLine)
  const logger: Logger = {
    info: (event, fields = {}) => line('info', event, fields),
    warn: (event, fields = {}) => line('warn', event, fields),
    error: (event, error, fields = {}) => line('error', event, { ...fields, cause: causeOf(error) }),
    debug: (event, fields = {}) => line('debug', event, fields),
    named: () => logger,
  }
  return logger
}
