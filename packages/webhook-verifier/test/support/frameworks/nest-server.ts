import 'reflect-metadata'
import { Controller, Module, type NestApplicationOptions, Post, Req, Res } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import type { Request, Response } from 'express'
import type { WebhookHandlers, WebhookOptions } from '../../../src/index.ts'
import { nestWebhook } from '../../../src/nest.ts'
import type { Framework, Receiver } from './framework.ts'
import { post } from './http.ts'

async function app(options: WebhookOptions, handlers: WebhookHandlers, how: NestApplicationOptions) {
  const receive = nestWebhook(options, handlers)
  class PhotoHooks {
    receive(request: Request, response: Response) {
      return receive(request, response)
    }
  }
  // Called as functions, because only TypeScript's legacy decorators are allowed on parameters.
  const method = [PhotoHooks.prototype, 'receive'] as const
  Req()(...method, 0)
  Res()(...method, 1)
  Post('photos')(...method, Object.getOwnPropertyDescriptor(...method)!)
  Controller('hooks')(PhotoHooks)
  class AppModule {}
  Module({ controllers: [PhotoHooks] })(AppModule)

  const instance = await NestFactory.create(AppModule, { logger: false, forceCloseConnections: true, ...how })
  await instance.listen(0, '127.0.0.1')
  const { port } = instance.getHttpServer().address()
  const receiver: Receiver = { send: (sent) => post(port, sent), close: () => instance.close() }
  return receiver
}

export const onNest: Framework = {
  name: 'nest',
  start: (options, handlers) => app(options, handlers, { rawBody: true }),
  parsedFirst: (options, handlers) => app(options, handlers, {}),
  fix: /NestFactory\.create\(AppModule, \{ rawBody: true \}\)/,
  bytesKept: (options, handlers) => app(options, handlers, { bodyParser: false }),
  refusesBadJson: true,
}
