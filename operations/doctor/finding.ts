// What the doctor says of one thing: how it is, in words, and the one thing to do.

export interface Finding {
  readonly about: string
  readonly level: 'well' | 'soon' | 'now' | 'unknown'
  readonly says: string
  /** Empty when all is well. */
  readonly todo: string
}

export const well = (about: string, says: string): Finding => ({ about, level: 'well', says, todo: '' })
export const unknown = (about: string, says: string, todo: string): Finding => ({
  about,
  level: 'unknown',
  says,
  todo,
})

/** Whether a person has to act: `soon` waits, `unknown` was not told, neither is a fault. */
export function isUnwell(findings: readonly Finding[]): boolean {
  return findings.some(({ level }) => level === 'now')
}
