// What was said, the oldest first; new words of support are spoken as they come.
import type { HelpLine } from '../../../contract/help.ts'
import { useAgent } from '../../agent-context.ts'
import { Time } from '../../views/time.tsx'
import { NotSent } from './not-sent.tsx'

interface TalkLinesProps {
  readonly lines: readonly HelpLine[]
  readonly again: () => void
}

export function TalkLines({ lines, again }: TalkLinesProps) {
  return (
    <ol class="help-lines" aria-live="polite">
      {lines.map((line) => (
        <Line key={line.clientId} line={line} again={again} />
      ))}
    </ol>
  )
}

function Line({ line, again }: { readonly line: HelpLine; readonly again: () => void }) {
  const { t } = useAgent()
  const { author, authorName, text, at, notSent } = line
  const ours = author === 'pharmacy'
  const name = ours ? t.windowHelp.you : `${authorName ?? ''} · ${t.windowHelp.support}`
  return (
    <li class={ours ? 'help-line ours' : 'help-line'}>
      <p class="quiet">
        <strong>{name}</strong> <Time at={at} />
      </p>
      {text === '' ? (
        <p class="quiet">{t.windowHelp.erased}</p>
      ) : (
        <p class="help-text" dir="auto">
          {text}
        </p>
      )}
      {notSent !== null && <NotSent notSent={notSent} again={again} />}
    </li>
  )
}
