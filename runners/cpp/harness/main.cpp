#include <iostream>
#include <string>

#include "session.hpp"

int main() {
  std::ios::sync_with_stdio(false);
  weighbridge::Session session;
  std::string line;
  while (!session.done() && std::getline(std::cin, line))
    std::cout << session.answer(line) << '\n' << std::flush;
}
