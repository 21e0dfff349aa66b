// A minimal Nest service, as a base for start time and memory.
import 'reflect-metadata';
import { Controller, Get, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';

class Hello {
  view() {
    return { hello: 'world' };
  }
}
Get('v4/hello')(Hello.prototype, 'view', Object.getOwnPropertyDescriptor(Hello.prototype, 'view'));
Controller()(Hello);
class App {}
Module({ controllers: [Hello] })(App);

const app = await NestFactory.create(App, { logger: false });
await app.listen(process.env.PORT, '127.0.0.1');
