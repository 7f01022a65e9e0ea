// A prescription from the pharmacist's hand to the spool: asked for with his token, drawn here, printed once for a request.
//
//   POST labels ─▶ document ─▶ drawing process ─▶ spool, as the job whose id follows from the label's
//
// What passes here is patient data: nothing of it is logged or kept.
import { pharmacyApi } from '@pharmacy-relay/shared/api/pharmacy-api.ts'
import type { EndpointResult } from '@pharmacy-relay/shared/api/endpoint.ts'
import type { Prescription, PrescriptionLabel } from '@pharmacy-relay/shared/api/pharmacy/prescriptions.ts'
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import { prescriptionDocument } from '@pharmacy-relay/shared/labels/prescription-document.ts'
import type { PrintJob } from '@pharmacy-relay/shared/print-job.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import { MAX_PRESCRIPTIONS } from '../../contract/prescriptions.ts'
import type { PrescriptionDrawer } from '../../drawing/prescription/prescription-drawer.ts'
import { labelJobId } from '../spool/rules/label-job-id.ts'
import type { LabelPrinter } from './label-printer.ts'
import type { PharmacyClient } from './pharmacy-client.ts'

export interface PrescriptionDeskParts {
  readonly pharmacy: Pick<PharmacyClient, 'of'>
  readonly drawer: Pick<PrescriptionDrawer, 'draw'>
  /** A job of that id which was there is answered, and nothing printed again. Throws as Spool.accept. */
  readonly printOnce: (id: string, payload: Uint8Array) => Promise<PrintJob>
  /** Null: this computer has none of that id. */
  readonly jobOf: (id: string) => Promise<PrintJob | null>
  /** What becomes of that label is to be told to the API; before its job exists. False: it was given up, and is not printed. */
  readonly owe: (labelId: string) => boolean
  /** Throws ProblemError state_conflict while this computer has no role. */
  readonly printer: () => LabelPrinter
  readonly clock: Clock
}

/** `insteadOf`: the label that is not there, as LabelRequest says. */
export interface LabelAsked {
  readonly requestId: string
  readonly insteadOf?: string | undefined
}

export interface PrintedPrescription {
  readonly label: PrescriptionLabel
  readonly job: PrintJob
}

type PackCheckCall = Parameters<typeof checkOf>[1]

/** Every method throws ProblemError as the pharmacy API refuses, and state_conflict (`not_signed_in`). */
export class PrescriptionDesk {
  readonly #parts: PrescriptionDeskParts

  constructor(parts: PrescriptionDeskParts) {
    this.#parts = parts
  }

  async findPatient(who: string, phone: string): Promise<EndpointResult<typeof pharmacyApi.searchPatients>> {
    const call = { params: null, query: null, body: { phone } }
    return this.#parts.pharmacy.of(who).call(pharmacyApi.searchPatients, call)
  }

  /** Newest first. */
  async prescriptionsOf(who: string, patientId: string): Promise<Prescription[]> {
    const query = { page: '1', pageSize: String(MAX_PRESCRIPTIONS), patientId }
    const call = { params: null, query, body: null }
    return (await this.#parts.pharmacy.of(who).call(pharmacyApi.listPrescriptions, call)).items
  }

  async checkPack(who: string, prescriptionId: string, pack: PackCheckCall) {
    return this.#parts.pharmacy.of(who).call(pharmacyApi.checkPack, checkOf(prescriptionId, pack))
  }

  /** A PNG of each label. Throws also as PrescriptionDrawer.draw. */
  async preview(who: string, prescriptionId: string): Promise<readonly Buffer[]> {
    const { pharmacy, drawer, printer, clock } = this.#parts
    const one = { params: { prescriptionId }, query: null, body: null }
    const [prescription, profile] = await Promise.all([
      pharmacy.of(who).call(pharmacyApi.getPrescription, one),
      pharmacy.of(who).call(pharmacyApi.getPharmacyProfile, { params: null, query: null, body: null }),
    ])
    const document = prescriptionDocument(prescription, profile, clock.wallMs())
    return (await drawer.draw({ document, ...printer() })).pictures
  }

  /** The same request once more is answered with the job that it made. Throws also as PrescriptionDrawer.draw. */
  async print(who: string, prescriptionId: string, asked: LabelAsked): Promise<PrintedPrescription> {
    const { pharmacy, drawer, owe, jobOf, printOnce } = this.#parts
    const printer = this.#parts.printer()
    await this.#refuseSecond(asked)
    const call = { params: { prescriptionId }, query: null, body: { ...asked, media: printer.media } }
    const { label, document } = await pharmacy.of(who).call(pharmacyApi.requestLabel, call)
    if (label.isWithdrawn) throw new ProblemError('state_conflict', reason('label_withdrawn', {}))
    const made = await jobOf(labelJobId(label.id))
    if (made !== null) return { label, job: made }
    // Something was said of it, and its job is not here: it was given up, or is over and not kept any more.
    if (label.state !== 'requested') throw new ProblemError('state_conflict', reason('label_not_made', {}))
    const drawing = drawer.draw({ document, ...printer })
    // Meanwhile, as it waits for the disk.
    const isOwed = owe(label.id)
    const { payload } = await drawing
    if (!isOwed) throw new ProblemError('state_conflict', reason('label_not_made', {}))
    return { label, job: await printOnce(labelJobId(label.id), payload) }
  }

  /** What this computer knows of the label that is not there, before the pharmacy API has heard it. */
  async #refuseSecond({ insteadOf }: LabelAsked): Promise<void> {
    const before = insteadOf === undefined ? null : await this.#parts.jobOf(labelJobId(insteadOf))
    if (before === null || before.state === 'failed' || before.state === 'cancelled') return
    throw new ProblemError('state_conflict', reason('prescription_labelled', {}))
  }
}

function checkOf(
  prescriptionId: string,
  body:
    | { readonly scan: string }
    | { readonly skippedBecause: NonNullable<Prescription['check']>['skippedBecause'] & string },
) {
  return { params: { prescriptionId }, query: null, body }
}
