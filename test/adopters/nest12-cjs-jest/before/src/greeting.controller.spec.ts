import { Test } from '@nestjs/testing';
import { AppModule } from './app.module';
import { GreetingController } from './greeting.controller';

it('greets', async () => {
  const app = await Test.createTestingModule({ imports: [AppModule] }).compile();
  await app.init();
  expect(app.get(GreetingController).greet()).toBe('hello');
  await app.close();
});
