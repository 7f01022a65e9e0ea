// What was found in the files: how often each rule, and a page of the single places.
import type { ComponentChildren } from 'preact'
import type { EndpointResult } from '@pharmacy-relay/shared/api/endpoint.ts'
import type { pharmacyApi } from '@pharmacy-relay/shared/api/pharmacy-api.ts'
import type { DrugImport, ImportFinding } from '@pharmacy-relay/shared/api/pharmacy/imports.ts'
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { Paging, PastTheEnd } from '../../views/paging.tsx'
import { importPath } from './import-paths.ts'
import { pageAddress, type PageQuery } from './import-address.ts'

export type FindingList = EndpointResult<typeof pharmacyApi.listImportFindings>

export interface FindingsProps {
  readonly about: DrugImport
  readonly query: PageQuery
  readonly findings: FindingList
  readonly t: Texts
}

export function ImportFindings({ about, query, findings, t }: FindingsProps) {
  const address = (changes: Partial<PageQuery>) => pageAddress(importPath(about.id), { ...query, ...changes })
  return (
    <section aria-labelledby="findings-title">
      <h2 id="findings-title">{t.drugImports.findingsTitle}</h2>
      {about.rules.length === 0 ? (
        <p>{t.drugImports.findingsNone}</p>
      ) : (
        <>
          <p class="muted">{t.drugImports.findingsIntro}</p>
          <RuleCounts rules={about.rules} t={t} />
          {findings.items.length === 0 && findings.total > 0 && (
            <PastTheEnd firstPage={address({ page: 1 })} t={t} />
          )}
          {findings.items.length > 0 && <Places items={findings.items} t={t} />}
          <Paging query={query} list={findings} address={address} t={t} />
        </>
      )}
    </section>
  )
}

function kindOf({ isFault }: { readonly isFault: boolean }, t: Texts): string {
  return isFault ? t.drugImports.fault : t.drugImports.remark
}

function RuleCounts({ rules, t }: { readonly rules: DrugImport['rules']; readonly t: Texts }) {
  const { file, rule, often, found } = t.drugImports
  const numbers = new Intl.NumberFormat(t.locale)
  return (
    <Table heads={[found, file, rule, often]} caption={often}>
      {rules.map((one) => (
        <tr key={`${one.file} ${one.rule}`} class={one.isFault ? 'is-fault' : undefined}>
          <td>{kindOf(one, t)}</td>
          <td>{one.file}</td>
          <th scope="row">{t.drugImports.rules[one.rule]}</th>
          <td>{numbers.format(one.count)}</td>
        </tr>
      ))}
    </Table>
  )
}

function Places({ items, t }: { readonly items: readonly ImportFinding[]; readonly t: Texts }) {
  const { file, line, rule, text, wholeFile, found, findingsTitle } = t.drugImports
  const numbers = new Intl.NumberFormat(t.locale)
  return (
    <Table heads={[found, file, line, rule, text]} caption={findingsTitle}>
      {items.map((one, at) => (
        <tr key={at} class={one.isFault ? 'is-fault' : undefined}>
          <td>{kindOf(one, t)}</td>
          <td>{one.file}</td>
          <td>{one.line === null ? wholeFile : `${line} ${numbers.format(one.line)}`}</td>
          <th scope="row">{t.drugImports.rules[one.rule]}</th>
          <td>
            <bdi>{one.what}</bdi>
          </td>
        </tr>
      ))}
    </Table>
  )
}

interface TableProps {
  readonly heads: readonly string[]
  readonly caption: string
  readonly children: ComponentChildren
}

function Table({ heads, caption, children }: TableProps) {
  return (
    <div class="card-plain table-card">
      <table class="staff-table">
        <caption class="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}
