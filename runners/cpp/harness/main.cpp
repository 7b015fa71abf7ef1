#include <iostream>
#include <string>

#include "heap.h"
#include "session.hpp"

int main() {
  heap_prepare();
  std::ios::sync_with_stdio(false);
  weighbridge::Session session;
  std::string line;
  while (!session.done() && std::getline(std::cin, line))
    std::cout << session.answer(line) << '\n' << std::flush;
}
