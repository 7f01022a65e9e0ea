// Whether a scanned pack is what was prescribed; what is decided is pure, and a misfit is said with its reason.
import type { ScannedPack } from '@pharmacy-relay/shared/api/pharmacy/drugs.ts'
import type { PackCheck, Prescription } from '@pharmacy-relay/shared/api/pharmacy/prescriptions.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import type { Reason } from '@pharmacy-relay/shared/reasons/reason.ts'
import { findPack } from '../drugs/find-pack.ts'
import { fold } from '../drugs/fold.ts'
import type { PatientDesk } from '../patients/patient-desk.ts'
import type { TenantDb } from '../tenants/tenant-transaction.queries.ts'
import type { Tenant } from '../tenants/tenant.ts'
import { refuseOver } from './prescribing.ts'
import { openedContent, prescriptionSeen, sealedContent } from './prescription.ts'
import { changePrescription, listedDrugs, type PrescriptionRow } from './prescriptions.queries.ts'
import { onLocked } from './seen.ts'

type Skip = Exclude<PackCheck['skippedBecause'], null>
export type PackCheckInput = { readonly scan: string } | { readonly skippedBecause: Skip }

export interface PackCheckResult {
  readonly fits: boolean
  readonly reason: Reason | null
  readonly scanned: ScannedPack | null
  readonly prescription: Prescription
}

/** Throws ProblemError as `findPack` does, `not_found`, and `state_conflict` for what is over. */
export async function checkPack(
  desk: PatientDesk,
  tenant: Tenant,
  { id, input }: { readonly id: string; readonly input: PackCheckInput },
): Promise<PackCheckResult> {
  // Before anything is locked: drugs are no pharmacy's.
  const scanned = 'scan' in input ? await findPack(desk, input.scan) : null
  return onLocked({ desk, tenant, id, act: 'prescription_write' }, async (trx, row) => {
    refuseOver(row)
    const misfit = scanned === null ? null : await misfitOf(trx, row, scanned)
    const skippedBecause = 'skippedBecause' in input ? input.skippedBecause : null
    const check = misfit === null ? checkOf(desk, scanned, skippedBecause) : null
    const changed = row.state === 'labelled' ? row : await checked({ desk, trx, row }, check)
    const prescription = await prescriptionSeen(trx, desk.sealer, changed)
    return { fits: misfit === null, reason: misfit, scanned, prescription }
  })
}

/** A pack that does not fit takes an earlier check back. */
async function checked(
  { desk: { sealer }, trx, row }: { desk: PatientDesk; trx: TenantDb; row: PrescriptionRow },
  check: PackCheck | null,
): Promise<PrescriptionRow> {
  const sealed = sealedContent(sealer, row, { ...openedContent(sealer, row), check })
  return changePrescription(trx, row, { ...sealed, state: check === null ? 'draft' : 'checked' })
}

function checkOf(
  { clock }: PatientDesk,
  scanned: ScannedPack | null,
  skippedBecause: Skip | null,
): PackCheck {
  const { lot = null, expiry = null, serial = null } = scanned?.scanned ?? {}
  const at = new Date(clock.wallMs()).toISOString()
  return { at, packId: scanned?.pack.id ?? null, lot, expiry, serial, skippedBecause }
}

/** Null: it fits. */
async function misfitOf(
  trx: TenantDb,
  { drugId }: PrescriptionRow,
  { drug, scanned }: ScannedPack,
): Promise<Reason | null> {
  const [prescribed] = await listedDrugs(trx, drugId === null ? [] : [drugId])
  if (prescribed === undefined) return reason('pack_needs_listed_drug', {})
  if (drug.id !== prescribed.id)
    return hasSameSubstances(drug.substances, prescribed.substances)
      ? reason('pack_of_other_strength', {})
      : reason('pack_of_other_drug', {})
  return scanned.isExpired ? reason('pack_expired', {}) : null
}

export function hasSameSubstances(one: readonly string[], other: readonly string[]): boolean {
  const folded = (substances: readonly string[]): string => substances.map(fold).toSorted().join('+')
  return one.length > 0 && folded(one) === folded(other)
}
