// Memory in the unit people use.

/** `16 GB` or `7.8 GB` from MiB, as computers are sold: 1 GB = 1024 MiB. Below one it stays `512 MB`. */
export function memoryText(locale: string, totalRamMb: number): string {
  const isSmall = totalRamMb < 1_024
  const value = isSmall ? totalRamMb : totalRamMb / 1_024
  return `${new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }).format(value)} ${isSmall ? 'MB' : 'GB'}`
}
