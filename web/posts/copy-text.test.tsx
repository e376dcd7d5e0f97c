import { afterEach, describe, expect, it, vi } from 'vitest'
import { copyText } from './copy-text.ts'

afterEach(() => {
  Reflect.deleteProperty(document, 'execCommand')
})

function stageOldWay(isAllowed: boolean) {
  const setData = vi.fn()
  document.execCommand = () => {
    const event = Object.assign(new Event('copy'), { clipboardData: { setData } })
    if (isAllowed) document.dispatchEvent(event)
    return isAllowed
  }
  return setData
}

describe('copying over plain http, where there is no clipboard to ask', () => {
  it('works by the older way', async () => {
    const setData = stageOldWay(true)
    expect(await copyText('the address')).toBe(true)
    expect(setData).toHaveBeenCalledWith('text/plain', 'the address')
  })

  it('admits when that is refused, or not there', async () => {
    stageOldWay(false)
    expect(await copyText('the address')).toBe(false)
    Reflect.deleteProperty(document, 'execCommand')
    expect(await copyText('the address')).toBe(false)
  })
})
