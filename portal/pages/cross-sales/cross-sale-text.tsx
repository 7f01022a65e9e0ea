// Rules and pairs in the reader's words: groups, figures, who approved, what the medicine warns of.
import type { CrossSale, CrossSaleGroup } from '@pharmacy-relay/shared/api/pharmacy/cross-sale.ts'
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { Exact } from '../../views/times/time.tsx'

/** What people call a group: its substances and form, or its key where no list has it now. */
export function groupName({ key, substances, form }: CrossSaleGroup): string {
  if (substances.length === 0) return key
  return form === '' ? substances.join(' + ') : `${substances.join(' + ')}, ${form}`
}

export function kindText({ kind }: Pick<CrossSale, 'kind'>, t: Texts): string {
  return kind === 'mined' ? t.crossSale.mined : t.crossSale.rule
}

interface GroupProps {
  readonly group: CrossSaleGroup
  readonly t: Texts
}

export function GroupText({ group, t }: GroupProps) {
  const { key, substances, drugs } = group
  const isKnown = substances.length > 0
  return (
    <>
      <bdi>{groupName(group)}</bdi>
      <span class="sub">
        {isKnown && <bdi>{key}</bdi>}
        {isKnown && ', '}
        {isKnown ? t.crossSale.drugs(drugs) : t.crossSale.unknownGroup}
      </span>
    </>
  )
}

interface AboutProps {
  readonly about: CrossSale
  readonly t: Texts
}

export function Figures({ about: { figures }, t }: AboutProps) {
  if (figures === null) return null
  const lift = new Intl.NumberFormat(t.locale, { maximumFractionDigits: 1 }).format(figures.lift)
  const { confidence, baskets, pharmacies } = figures
  return (
    <span class="sub">
      {t.crossSale.figures(Math.round(confidence * 100), baskets, pharmacies)}, {t.crossSale.lift(lift)}
    </span>
  )
}

export function ApprovalText({ about: { approved }, t }: AboutProps) {
  if (approved === null) return <span class="sub">{t.crossSale.notApproved}</span>
  return (
    <span class="sub">
      {t.crossSale.approvedBy} <bdi>{approved.by}</bdi>, <Exact at={approved.at} locale={t.locale} />,{' '}
      {t.crossSale.recordedBy} <bdi>{approved.recordedBy}</bdi>
    </span>
  )
}

/** Warnings, age and last day, with commas. */
export function termsText({ flags, minAge, validUntil }: CrossSale, t: Texts): string {
  const { noWarnings, unsaid, fromAge, until, warnings } = t.crossSale
  const said = flags?.map((flag) => t.crossSale.flags[flag]) ?? [unsaid]
  return [
    `${warnings}: ${said.length === 0 ? noWarnings : said.join(', ')}`,
    ...(minAge === null ? [] : [fromAge(minAge)]),
    ...(validUntil === null ? [] : [`${until} ${dayText(validUntil, t)}`]),
  ].join('; ')
}

/** A day of no time zone. */
function dayText(day: string, t: Texts): string {
  return new Intl.DateTimeFormat(t.locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(Date.parse(day))
}
