// For tests: the labels of computers over memory, with the rules of the store API.
import type { EndpointHandlers } from '@pharmacy-relay/relay-server/http/endpoint-router.ts'
import type { CustomerDetail, RelayComputer } from '@pharmacy-relay/shared/api/relay-panel.ts'
import type { JobTotals, LabelHour } from '@pharmacy-relay/shared/labels/job-counters.ts'
import type { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import {
  deviceRequests,
  forEachRequest,
  type DeviceRequestName,
} from '@pharmacy-relay/shared/hub/device-requests.ts'
import { NO_JOBS } from '@pharmacy-relay/shared/labels/job-report.ts'
import { isInList } from '@pharmacy-relay/shared/labels/job-lists.ts'
import { MAX_LISTED_JOBS, type PrintJob } from '@pharmacy-relay/shared/print-job.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { diagnosisOf } from '../pages/testing/diagnosis-pages.ts'

type JobHandlers = Pick<
  EndpointHandlers<typeof storeApi>,
  'ListJobsAsync' | 'CancelJobAsync' | 'jobCounters' | 'pharmacyLabels'
>

interface NamedComputer {
  readonly customerId: number
  readonly computerId: number
}

const NO_TOTALS: JobTotals = { counts: NO_JOBS, p50Ms: null, p99Ms: null }

export class MemoryJobs {
  readonly #customers: readonly CustomerDetail[]
  /** Of every computer. */
  jobs: PrintJob[] = []
  /** Of every pharmacy. */
  hours: LabelHour[] = []
  /** What they are refused with. */
  refuseHours: ProblemError | null = null
  lastDay = NO_TOTALS
  last90Days = NO_TOTALS
  /** What every computer answers to a request that has no memory of its own; left out, the sample of the contract. */
  readonly answers = new Map<DeviceRequestName, unknown>([['CollectDiagnosticsAsync', diagnosisOf([])]])
  /** What one computer answers in place of that, by its id. */
  readonly answersAt = new Map<number, unknown>()
  /** What the next question to a device is refused with. */
  refusal: ProblemError | null = null

  constructor(customers: readonly CustomerDetail[]) {
    this.#customers = customers
  }

  /** One for each request of staff; the handlers that remember more replace theirs. */
  requests() {
    return forEachRequest((name) => async ({ params }: { readonly params: NamedComputer }) => {
      const { id } = this.#online(params)
      // The router checks it against the endpoint's reply.
      const answer = this.answersAt.get(id) ?? this.answers.get(name) ?? deviceRequests[name].sample
      return { computerId: id, answer: answer as never }
    })
  }

  handlers(): JobHandlers {
    return {
      ListJobsAsync: async ({ params, query: { only, before } }) => {
        const { id } = this.#online(params)
        const listed = this.jobs.filter(
          (job) => (before === undefined || job.n < before) && (only === undefined || isInList(job, only)),
        )
        return { computerId: id, answer: listed.slice(0, MAX_LISTED_JOBS) }
      },
      CancelJobAsync: async ({ params }) => {
        const { id, pcName } = this.#online(params)
        const job = this.jobs.find((one) => one.id === params.jobId)
        if (job === undefined || job.state === 'printed')
          throw new ProblemError('state_conflict', `${pcName} could not do this: the label has been printed`)
        return { computerId: id, answer: Object.assign(job, { state: 'cancelled' }) }
      },
      pharmacyLabels: async ({ params: { customerId } }) => {
        if (this.refuseHours !== null) throw this.refuseHours
        return { customerId, hours: this.hours }
      },
      jobCounters: async ({ params }) => {
        const { id } = this.#find(params)
        return { computerId: id, lastDay: this.lastDay, last90Days: this.last90Days }
      },
    }
  }

  #online(named: NamedComputer): RelayComputer {
    const computer = this.#find(named)
    if (this.refusal !== null) throw this.refusal
    if (!computer.isOnline) throw new ProblemError('device_offline', 'The computer is offline')
    return computer
  }

  #find(named: NamedComputer): RelayComputer {
    const customer = this.#customers.find(({ id }) => id === named.customerId)
    const computer = customer?.computers.find(({ id }) => id === named.computerId)
    if (computer === undefined) throw new ProblemError('not_found', 'There is no such computer')
    return computer
  }
}
