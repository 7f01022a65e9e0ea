// Who calls with the token of a scanner: no person, and nothing but scans is asked of it.

export interface ScannerCaller {
  readonly scannerId: number
  readonly pharmacyId: number
}

export interface ScannerVerifier {
  /** Throws ProblemError `token_invalid`. */
  verify(token: string): Promise<ScannerCaller>
}
