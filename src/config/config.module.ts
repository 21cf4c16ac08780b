import { Global, Module } from '@nestjs/common';
import { AppConfig } from './app-config.js';
import { loadAppConfig } from './load-app-config.js';

/** Lets every module inject `AppConfig`. */
@Global()
@Module({ providers: [{ provide: AppConfig, useFactory: loadAppConfig }], exports: [AppConfig] })
export class ConfigModule {}
