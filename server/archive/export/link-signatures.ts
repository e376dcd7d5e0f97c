import { isSignature, sign } from '../../platform/server-keys.ts'

export interface LinkSignatures {
  sign(text: string): string
  isRight(text: string, signature: string): boolean
}

export function createLinkSignatures(key: Buffer): LinkSignatures {
  return {
    sign: (text) => sign(key, text),
    isRight: (text, signature) => isSignature(key, text, signature),
  }
}
