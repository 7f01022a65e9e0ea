// The thread's side: collects questions while a transaction is flushed, and answers each after it.
import type { MessagePort } from 'node:worker_threads'
import { systemClock } from '@pharmacy-relay/shared/clock.ts'
import type { LogFields, Logger } from '@pharmacy-relay/shared/logger.ts'
import { causeOf } from '@pharmacy-relay/shared/logger.ts'
import { CommitTurns } from './commit-turns.ts'
import { GroupCommit, type GroupCommitParts } from './group-commit.ts'
import { LATEST_MS } from './counts/hour-counts.ts'
import type { Answers, LogLine, Outcome, Question } from '../operations.ts'
import { isAwaitedCommit } from '../patience.ts'
import { SpoolDisk } from './spool-disk.ts'
import type { SpoolSetup } from './spool-setup.ts'

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
  // Everything that came during a flush is handed over before the next immediate runs.
  const turns = new CommitTurns({ clock: systemClock, soon: setImmediate, commit: () => commitWaiting() })
  const commitWaiting = (): void => {
    const questions = waiting
    waiting = []
    const startedMs = performance.now()
    const outcomes = group.run(questions.map(({ operation }) => operation))
    const waited = questions.filter(({ operation }) => isAwaitedCommit(operation)).length
    turns.committed({ waited, tookMs: performance.now() - startedMs })
    countLater()
    const isClosing = questions.some(({ operation }) => operation.kind === 'close')
    if (isClosing) disk.close()
    port.postMessage(answersTo(questions, outcomes))
    if (isClosing) port.close()
  }
  port.on('message', (questions: readonly Question[]) => {
    waiting.push(...questions)
    turns.asked()
  })
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
