import { Content, List, Root, Trigger } from '@radix-ui/react-tabs'
import { currentDirection } from '../../messages/language.ts'
import { messages } from '../../messages/messages.ts'
import { Copyable } from '../../ui/copyable.tsx'
import type { Calls } from './shell-text.ts'

const TABS = ['curl', 'sdk', 'cli'] as const

/** The call that was just made, for a terminal and a program. */
export function CodeTabs({ calls }: { readonly calls: Calls }) {
  const t = messages.studio
  return (
    <section className="code">
      <h3>{t.code}</h3>
      <p className="hint">{t.codeHint}</p>
      <Root defaultValue="curl" dir={currentDirection()}>
        <List className="tabs" aria-label={t.code}>
          {TABS.map((tab) => (
            <Trigger key={tab} value={tab}>
              {t.tabs[tab]}
            </Trigger>
          ))}
        </List>
        {TABS.map((tab) => (
          <Content key={tab} value={tab} tabIndex={-1}>
            <Copyable text={calls[tab]} label={t.tabs[tab]} />
          </Content>
        ))}
      </Root>
    </section>
  )
}
