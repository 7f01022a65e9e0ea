// Hours since 1970, in which what became of labels is counted.

export const MS_PER_HOUR = 3_600_000

export const hourOf = (wallMs: number): number => Math.floor(wallMs / MS_PER_HOUR)
