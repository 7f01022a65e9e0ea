// Commands about labels, each a question to the running agent.
import { labelNumber } from '@pharmacy-relay/shared/labels/label-number.ts'
import type { JobState, PrintJob } from '@pharmacy-relay/shared/print-job.ts'
import { mayStillCome } from '@pharmacy-relay/shared/labels/may-still-come.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import { reasonDetail } from '@pharmacy-relay/shared/reasons/reason-text.ts'
import type { JobPage } from '@pharmacy-relay/shared/labels/job-lists.ts'
import { printerConditions } from '../../contract/printer-conditions.ts'
import { USUAL_JOBS } from '../../contract/agent-api.ts'
import type { Command, JobsCommand } from '../arguments.ts'
import { askAgent } from '../../contract/socket-client.ts'
import { EXIT } from '../exit-codes.ts'
import { jobPageText, jobsText, traceText } from './jobs-text.ts'
import { done, type Outcome, type Print } from '../outcome.ts'
import { readPayload } from './print-file.ts'

type Kind = 'test' | 'jobs' | 'waiting' | 'print' | 'job' | 'release' | 'cancel' | 'answer' | 'reprint'
type LabelCommand = Extract<Command, { readonly kind: Kind }>

/** The label is on its way out of this computer. */
const LEFT: readonly JobState[] = ['forwarded', 'sent_to_printer', 'printed']

/** Throws NotRunningError and ProblemError. */
export async function carryOutLabelCommand(
  command: LabelCommand,
  socket: string,
  print: Print,
): Promise<Outcome> {
  switch (command.kind) {
    case 'print': {
      const job = await askAgent(socket, 'print', { payload: readPayload(command.file) })
      // It will not come out, and nobody can let it go on yet.
      return { code: job.state === 'held' ? EXIT.failed : EXIT.ok, text: jobsText([job]), json: job }
    }
    case 'test': {
      const job = await askAgent(socket, 'test', null)
      return { code: LEFT.includes(job.state) ? EXIT.ok : EXIT.failed, text: jobsText([job]), json: job }
    }
    case 'jobs':
      return listed(command, socket, print)
    case 'waiting':
      return labelsThatWait(socket)
    case 'job': {
      const trace = await askAgent(socket, 'job', { job: command.job })
      return done(traceText(trace), trace)
    }
    default: {
      const job = await decide(command, socket)
      return done(jobsText([job]), job)
    }
  }
}

/** The pages before the last are shown as they come, so that no more than one is at hand. */
async function listed({ all, only, before }: JobsCommand, socket: string, print: Print): Promise<Outcome> {
  for (let page: JobPage = { only, before }; ;) {
    const jobs = await askAgent(socket, 'jobs', { ...page, count: USUAL_JOBS })
    const older = jobs.length < USUAL_JOBS ? null : (jobs.at(-1)?.n ?? null)
    if (!all || older === null) return done(jobPageText(jobs, page, all ? null : older), jobs)
    print(jobsText(jobs), jobs)
    page = { only, before: older }
  }
}

/** An uninstaller asks by it before they are lost. */
async function labelsThatWait(socket: string): Promise<Outcome> {
  const { waiting, held, unknown } = (await askAgent(socket, 'status', null)).printing.labels
  const count = waiting + held + unknown
  return { code: count === 0 ? EXIT.ok : EXIT.failed, text: waitingText(count), json: { count } }
}

function waitingText(count: number): string {
  if (count === 0) return 'No label waits on this computer.\n'
  return count === 1 ? 'One label waits on this computer.\n' : `${count} labels wait on this computer.\n`
}

async function decide(
  command: Extract<Command, { readonly kind: 'release' | 'cancel' | 'answer' | 'reprint' }>,
  socket: string,
): Promise<PrintJob> {
  const { job } = command
  if (command.kind === 'reprint' || (command.kind === 'answer' && command.answer === 'reprint'))
    if (!command.anyway) await refuseWhatMayStillCome(job, socket)
  if (command.kind === 'answer') return askAgent(socket, 'answer', { job, answer: command.answer })
  return command.kind === 'reprint'
    ? askAgent(socket, 'reprint', { job, count: null })
    : askAgent(socket, command.kind, { job })
}

/** A label that its printer may hold would come out twice. Throws ProblemError state_conflict. */
async function refuseWhatMayStillCome(job: string, socket: string): Promise<void> {
  const trace = await askAgent(socket, 'job', { job })
  const conditions = printerConditions((await askAgent(socket, 'status', null)).printing)
  if (!mayStillCome(trace.job, trace, conditions)) return
  const why = trace.job.state === 'unknown' ? trace.job.reasons : [reason('may_still_come', {})]
  throw new ProblemError(
    'state_conflict',
    `Label ${labelNumber(trace.job)} is not printed again: ${reasonDetail(why)} With --anyway it is, and may come out twice`,
  )
}
