// Digests outside the wall: whose scanner has a token, and whose workplace made a code. Looked up before a pharmacy is known.
import type { PharmacyDb } from '../database.ts'
import type { ScannerCaller } from '../../auth/scanner-caller.ts'

export async function scannerOf(db: PharmacyDb, tokenHash: Buffer): Promise<ScannerCaller | null> {
  const row = await db
    .selectFrom('ScannerTokens')
    .select(['scannerId', 'pharmacyId'])
    .where('tokenHash', '=', tokenHash)
    .executeTakeFirst()
  return row ?? null
}

export async function keepToken(
  db: PharmacyDb,
  row: { readonly tokenHash: Buffer; readonly pharmacyId: number; readonly scannerId: number },
): Promise<void> {
  await db.insertInto('ScannerTokens').values(row).execute()
}

interface CodeRow {
  readonly codeHash: Buffer
  readonly pharmacyId: number
  readonly workplaceId: number
  readonly madeBy: string
  readonly expiresAt: Date
}

/** The one before of that workplace ends. */
export async function keepCode(db: PharmacyDb, row: CodeRow): Promise<void> {
  const { codeHash, madeBy, expiresAt } = row
  await db
    .insertInto('DevicePairCodes')
    .values(row)
    .onConflict((conflict) => conflict.column('workplaceId').doUpdateSet({ codeHash, madeBy, expiresAt }))
    .execute()
}

/** Uses it up. Null: never made, used, or too old. */
export async function takeCode(
  db: PharmacyDb,
  { codeHash, now }: { readonly codeHash: Buffer; readonly now: Date },
): Promise<CodeRow | null> {
  const row = await db
    .deleteFrom('DevicePairCodes')
    .where('codeHash', '=', codeHash)
    .returningAll()
    .executeTakeFirst()
  return row === undefined || row.expiresAt <= now ? null : row
}
