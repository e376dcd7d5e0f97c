import { describe, expect, it } from 'vitest'
import { readSettings, SettingsError } from './settings.ts'

describe('readSettings', () => {
  it('works with nothing set', () => {
    expect(readSettings({})).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      publicUrl: 'http://127.0.0.1:3000',
      smtpUrl: null,
      rateLimits: true,
      trustedProxies: [],
    })
  })

  it('takes an empty value for none', () => {
    expect(readSettings({ PORT: '', HOST: ' ', PUBLIC_URL: '', DATABASE_URL: '' }).port).toBe(3000)
  })

  it('switches limits off on a loopback address only', () => {
    expect(readSettings({ RATE_LIMITS: 'off' }).rateLimits).toBe(false)
    expect(readSettings({ RATE_LIMITS: 'off', HOST: '0.0.0.0' }).rateLimits).toBe(true)
    expect(readSettings({ RATE_LIMITS: 'off', HOST: '127.evil.example' }).rateLimits).toBe(true)
  })

  it('keeps only the origin of PUBLIC_URL', () => {
    expect(readSettings({ PUBLIC_URL: 'https://snug.example.org/' }).publicUrl).toBe(
      'https://snug.example.org',
    )
  })

  it.each([
    ['PORT', '70000'],
    ['PORT', '3000x'],
    ['PUBLIC_URL', 'snug.example.org'],
    ['PUBLIC_URL', 'ftp://snug.example.org'],
    ['PUBLIC_URL', 'https://snug.example.org/below'],
    ['SMTP_URL', 'http://user:secret@mail.example.org'],
    ['MAIL_FROM', 'nobody'],
    ['MAIL_FROM', 'Snug <a@b>\nBcc: c@d'],
    ['TRUSTED_PROXIES', 'everyone'],
    ['RATE_LIMITS', 'no'],
    ['DATABASE_URL', 'postgres://localhost/snug'],
  ])('refuses %s=%s in one line that names it', (name, value) => {
    const read = () => readSettings({ [name]: value })
    expect(read).toThrow(SettingsError)
    expect(read).toThrow(new RegExp(`^${name} .*`))
    expect(read).not.toThrow(/secret/)
  })
})
