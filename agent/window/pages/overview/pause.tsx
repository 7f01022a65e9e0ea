// Pausing printing: one press for each length; while it lasts, the way back.
import { useEffect, useRef, useState } from 'preact/hooks'
import { useAgent } from '../../agent-context.ts'
import { useAsk } from '../../use-ask.ts'
import { Button } from '../../views/button.tsx'
import { Refused } from '../../views/notice.tsx'
import { timeWords } from '../../views/time.tsx'

const CHOICES = [15, 30, 60, 240] as const

export function Pause({ pausedUntil }: { readonly pausedUntil: string | null }) {
  const { t } = useAgent()
  const [isOpen, setOpen] = useState(false)
  const pause = useAsk('pause')
  const resume = useAsk('resume')
  const asked = pause.answer ?? resume.answer
  const until = pausedUntil === null ? null : timeWords(pausedUntil, t.locale, Date.now())
  return (
    <>
      {until === null ? (
        <div class="row">
          <Button expanded={isOpen} onPress={() => setOpen(!isOpen)}>
            {t.window.pause.button}
          </Button>
          <span role="status">{resume.answer?.ok === true && t.window.pause.resumed}</span>
        </div>
      ) : (
        <div class="row">
          <Button onPress={() => void resume.ask(null)}>{t.window.pause.resume}</Button>
          <span role="status">{t.window.pause.until(until)}</span>
        </div>
      )}
      {isOpen && until === null && (
        <Lengths
          onChoice={(minutes) => void pause.ask({ minutes }).then(() => setOpen(false))}
          onCancel={() => setOpen(false)}
        />
      )}
      {asked?.ok === false && <Refused refusal={asked} />}
    </>
  )
}

interface LengthsProps {
  readonly onChoice: (minutes: number) => void
  readonly onCancel: () => void
}

function Lengths({ onChoice, onCancel }: LengthsProps) {
  const { t } = useAgent()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.querySelector('button')?.focus(), [])
  return (
    <div
      ref={box}
      class="choices"
      role="group"
      aria-label={t.window.pause.title}
      onKeyDown={({ key }) => {
        if (key === 'Escape') onCancel()
      }}
    >
      <p>{t.window.pause.words}</p>
      <div class="row">
        {CHOICES.map((minutes) => (
          <Button key={minutes} onPress={() => onChoice(minutes)}>
            {t.window.pause.minutes(minutes)}
          </Button>
        ))}
        <Button onPress={onCancel}>{t.window.pause.cancel}</Button>
      </div>
    </div>
  )
}
