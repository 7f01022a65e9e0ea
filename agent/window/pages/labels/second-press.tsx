// A button that asks once more before it does anything; the focus goes to the question and comes back.
import { useEffect, useRef, useState } from 'preact/hooks'
import { Button } from '../../views/button.tsx'

interface SecondPressProps {
  readonly first: string
  readonly question: string
  readonly yes: string
  readonly no: string
  readonly isDrastic?: boolean
  readonly onYes: () => void
}

export function SecondPress({ first, question, yes, no, isDrastic = false, onYes }: SecondPressProps) {
  const [isAsking, setAsking] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const wasAsking = useRef(false)
  useEffect(() => {
    if (isAsking === wasAsking.current) return
    wasAsking.current = isAsking
    box.current?.querySelector('button')?.focus()
  }, [isAsking])
  return (
    <div
      ref={box}
      onKeyDown={({ key }) => {
        if (key === 'Escape') setAsking(false)
      }}
    >
      {isAsking ? (
        <div class="choices" role="group" aria-label={first}>
          <p role="alert">{question}</p>
          <div class="row">
            <Button onPress={() => setAsking(false)}>{no}</Button>
            <Button
              look={isDrastic ? 'drastic' : 'main'}
              onPress={() => {
                setAsking(false)
                onYes()
              }}
            >
              {yes}
            </Button>
          </div>
        </div>
      ) : (
        <Button onPress={() => setAsking(true)}>{first}</Button>
      )}
    </div>
  )
}
