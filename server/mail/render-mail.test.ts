import { describe, expect, it } from 'vitest'
import { COMMUNITY_DEFAULTS } from '../../contract/community-settings.ts'
import type { Mail } from './mail.ts'
import { renderMail } from './render-mail.ts'

const MAIL: Mail = {
  to: 'ada@example.org',
  subject: 'Choose a new password',
  greeting: 'Hello ada,',
  paragraphs: ['You asked for a new password.', 'With this link you can choose one.'],
  action: { label: 'Choose a new password', url: 'https://snug.example.org/reset/abc' },
  closing: 'The link works once, for one hour.',
}

describe('a mail in plain text', () => {
  it('says everything, with the link alone on its line', () => {
    expect(renderMail(MAIL, COMMUNITY_DEFAULTS).text).toBe(`Hello ada,

You asked for a new password.

With this link you can choose one.

Choose a new password:
https://snug.example.org/reset/abc

The link works once, for one hour.

-- 
Snug
A small warm room on the internet. Socializing without noise or ads.
`)
  })

  it('leaves text as it is', () => {
    expect(renderMail({ ...MAIL, greeting: 'Hello <b>&' }, COMMUNITY_DEFAULTS).text).toContain(
      'Hello <b>&\n',
    )
  })

  it('says nothing of an action there is not', () => {
    const { action: _, ...mail } = MAIL
    const rendered = renderMail(mail, COMMUNITY_DEFAULTS)
    expect(rendered.link).toBeNull()
    expect(rendered.text).not.toContain('http')
    expect(rendered.html).not.toContain('href')
  })
})

describe('a mail in HTML', () => {
  it('says everything, with the link on the button and bare below it', () => {
    const { html } = renderMail(MAIL, COMMUNITY_DEFAULTS)
    for (const words of [MAIL.subject, MAIL.greeting, ...MAIL.paragraphs, MAIL.closing])
      expect(html).toContain(`>${words}`)
    const link = 'https://snug.example.org/reset/abc'
    expect(html).toMatch(new RegExp(`href="${link}"[^>]*>Choose a new password</a>`))
    expect(html).toMatch(new RegExp(`href="${link}"[^>]*>${link}</a>`))
  })

  it('shows markup in any of its texts as text', () => {
    const evil = `<script>alert(1)</script>"onmouseover='x'&amp;`
    const shown = '&lt;script&gt;alert(1)&lt;/script&gt;&quot;onmouseover=&#39;x&#39;&amp;amp;'
    const { html } = renderMail(
      {
        to: MAIL.to,
        subject: evil,
        greeting: evil,
        paragraphs: [evil, evil],
        action: { label: evil, url: evil },
        closing: evil,
      },
      COMMUNITY_DEFAULTS,
    )
    // Title, greeting, preheader, two paragraphs, label, the link's text and twice its address,
    // closing.
    expect(html.split(shown)).toHaveLength(11)
    expect(html).not.toContain('<script')
    expect(html).not.toContain(`"onmouseover`)
  })

  it('keeps the lines of what was typed', () => {
    const { html, text } = renderMail(
      { ...MAIL, paragraphs: ['You posted:\n- <b>\n- tea'] },
      COMMUNITY_DEFAULTS,
    )
    expect(html).toContain('>You posted:\n<br>- &lt;b&gt;\n<br>- tea</p>')
    expect(text).toContain('You posted:\n- <b>\n- tea\n')
  })

  it('is signed by the community, whatever it is called', () => {
    const { html, text } = renderMail(MAIL, { name: 'Tea <&> House', tagline: '' })
    expect(html).toContain('>Tea &lt;&amp;&gt; House</td>')
    expect(html).not.toContain('Snug')
    expect(text).toMatch(/\n-- \nTea <&> House\n$/)
  })

  it('fetches nothing', () => {
    expect(renderMail(MAIL, COMMUNITY_DEFAULTS).html).not.toMatch(
      /\bsrc=|url\(|<link|@import|<img/i,
    )
  })
})
