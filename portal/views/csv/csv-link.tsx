// The way from a list to the same list as a file.
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { csvAddress } from './csv-address.ts'
import { Icon } from '../icons.tsx'

interface CsvLinkProps {
  /** Of the list, with its filter. */
  readonly list: string
  readonly t: Texts
}

/** Stands where the list has rows. Whoever sees the list may have it as a file: the same endpoint gives both. */
export function CsvLink({ list, t }: CsvLinkProps) {
  return (
    <p class="csv-link">
      <a href={csvAddress(list)} download>
        <Icon name="inbox" />
        {t.pharmacies.downloadCsv}
      </a>
    </p>
  )
}
