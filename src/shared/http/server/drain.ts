import { Injectable } from '@nestjs/common';

/** Whether the process is on its way out: it finishes what runs and asks for nothing more. */
@Injectable()
export class Drain {
  draining = false;
}
